import { type AwsCall, AwsRefusal, type AwsReply } from '../aws-call.ts';
import type { Backend } from '../backend.ts';
import { Ecr } from './ecr.ts';
import { Iam } from './iam.ts';
import { Logs } from './logs.ts';
import { S3 } from './s3.ts';
import { answerSts } from './sts.ts';

/** S3, IAM, STS, ECR and the logs in this process: fast, and open to a test's eyes. */
export class MemoryBackend implements Backend {
  readonly s3 = new S3();
  readonly iam = new Iam();
  readonly ecr = new Ecr();
  readonly logs = new Logs();

  async answer(call: AwsCall): Promise<AwsReply> {
    switch (call.service) {
      case 's3':
        return this.s3.answer(call);
      case 'iam':
        return this.iam.answer(call);
      case 'sts':
        return answerSts(call);
      case 'ecr':
        return this.ecr.answer(call);
      case 'logs':
        return this.logs.answer(call);
      default:
        throw new AwsRefusal('UnknownOperationException', `No such service: ${call.service}`);
    }
  }

  async close(): Promise<void> {}
}
