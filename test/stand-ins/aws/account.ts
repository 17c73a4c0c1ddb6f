/** The account of the tests, and what signs for it. The secret is looked for in everything that is written. */
export const ACCOUNT = '123456789012';
export const REGION = 'us-east-1';
export const CREDENTIALS = {
  accessKeyId: 'AKIAQ3EXAMPLETESTONE',
  secretAccessKey: 'secret/of+the+tests/0123456789abcdefghij',
  sessionToken: 'session//token//of//the//tests//9876543210zyxwvut',
} as const;

/** An address of a resource. */
export function arn(service: string, region: string, resource: string): string {
  return `arn:aws:${service}:${region}:${ACCOUNT}:${resource}`;
}
