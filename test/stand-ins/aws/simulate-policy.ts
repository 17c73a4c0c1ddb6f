import type { AwsCall, AwsReply } from './aws-call.ts';
import { members } from './memory/iam.ts';
import { queryReply } from './replies.ts';

/** Actions that roles are allowed under a condition alone; who does not say its key is told that they may not. */
const CONDITIONS: Record<string, string> = {
  's3:ListBucket': 's3:prefix',
  'cloudwatch:PutMetricData': 'cloudwatch:namespace',
};

/** What IAM thinks a principal may do: everything but `denied`, as in `ecr:GetAuthorizationToken`. */
export function simulatePolicy(call: AwsCall, denied: ReadonlySet<string>): AwsReply {
  const resources = members(call.input, 'ResourceArns');
  const keys = members(call.input, 'ContextEntries', '.ContextKeyName');
  const isMet = (action: string) => CONDITIONS[action] === undefined || keys.includes(CONDITIONS[action]);
  const member = members(call.input, 'ActionNames').map((action) => ({
    EvalActionName: action,
    EvalResourceName: resources[0] ?? '*',
    EvalDecision: denied.has(action) || !isMet(action) ? 'implicitDeny' : 'allowed',
    MatchedStatements: {},
    MissingContextValues: {},
  }));
  return queryReply(call, { IsTruncated: false, EvaluationResults: { member } });
}
