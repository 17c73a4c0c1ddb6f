import { ACCOUNT } from '../account.ts';
import { type AwsCall, AwsRefusal, type AwsReply } from '../aws-call.ts';
import { queryReply } from '../replies.ts';

export function answerSts(call: AwsCall): AwsReply {
  if (call.action !== 'GetCallerIdentity') throw new AwsRefusal('InvalidAction', `No such operation: ${call.action}`);
  return queryReply(call, { UserId: 'AIDAEXAMPLE', Account: ACCOUNT, Arn: `arn:aws:iam::${ACCOUNT}:user/tests` });
}
