import type { AwsCall, AwsReply } from './aws-call.ts';
import { members } from './memory/iam.ts';
import { queryReply } from './replies.ts';

/** What IAM thinks a principal may do: everything but `denied`, as in `ecr:GetAuthorizationToken`. */
export function simulatePolicy(call: AwsCall, denied: ReadonlySet<string>): AwsReply {
  const resources = members(call.input, 'ResourceArns');
  const member = members(call.input, 'ActionNames').map((action) => ({
    EvalActionName: action,
    EvalResourceName: resources[0] ?? '*',
    EvalDecision: denied.has(action) ? 'implicitDeny' : 'allowed',
    MatchedStatements: {},
    MissingContextValues: {},
  }));
  return queryReply(call, { IsTruncated: false, EvaluationResults: { member } });
}
