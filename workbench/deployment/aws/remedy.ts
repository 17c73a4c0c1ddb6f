import type { FieldFault } from '../../../adapter/fault.ts';
import type { AwsFaultKind } from './aws-fault.ts';
import { signInCommand } from './profiles.ts';
import type { AwsErrorFacts } from './read-aws-error.ts';

/** Where and as whom a call was made. */
export interface AwsPlace {
  /** As IAM calls it, as in `sagemaker:CreateModel`. */
  action: string;
  region: string;
  profile: string | null;
}

interface Words {
  message: string;
  next: string;
  fields?: FieldFault[];
}

/** What happened, why, and what to do, of a call that failed. */
export function remedyOf(kind: AwsFaultKind, facts: AwsErrorFacts, place: AwsPlace): Words {
  return remedies[kind](facts, place);
}

const remedies: Record<AwsFaultKind, (facts: AwsErrorFacts, place: AwsPlace) => Words> = {
  absent: (facts, { action, region }) => ({
    message: `${action} in ${region}: it is not there. ${said(facts)}`,
    next: 'Look whether the region and the name are the right ones, and whether it was removed.',
  }),
  exists: (facts, { action, region }) => ({
    message: `${action} in ${region}: the name is taken. ${said(facts)}`,
    next: 'Choose another name, or remove what has it.',
  }),
  'in-use': (facts, { action }) => ({
    message: `${action} was refused for now. ${said(facts)}`,
    next: 'It is still used or being changed. Wait until that has ended, then try again.',
  }),
  denied: (facts, place) => {
    const policy = missingStatement(facts, place.action);
    return {
      message: `Access denied: ${policy.action} is not allowed${place.profile === null ? '' : ` for the profile ${place.profile}`}. ${said(facts)}`,
      next: `Have this statement added to the policy of ${policy.principal}, then try again.`,
      fields: [{ path: 'policy', message: policy.statement }],
    };
  },
  'signed-out': (facts, { profile }) => {
    const command = signInCommand(profile);
    return {
      message: `You are not signed in to AWS${profile === null ? '' : ` with the profile ${profile}`}, or the sign-in has expired. ${said(facts)}`,
      next:
        profile === null
          ? `Choose a profile, or run ${command}; where AWS was never set up on this machine, run aws configure sso first. Then check again.`
          : `Run ${command} (for a profile with keys: renew them), then check again.`,
      fields: [{ path: 'command', message: command }],
    };
  },
  quota: (facts, { action, region }) => ({
    message: `${action}: a quota of the account in ${region} does not allow it. ${said(facts)}`,
    next: `Ask for more in Service Quotas (region ${region}), choose another instance type, or remove what is not needed.`,
  }),
  capacity: (facts, { region }) => ({
    message: `AWS has no instance of the kind free in ${region} now. ${said(facts)}`,
    next: 'Try again later, add more instance types as pools, or choose another region.',
  }),
  throttled: (facts, { action }) => ({
    message: `AWS answers ${action} too slowly for the many calls of this account. ${said(facts)}`,
    next: 'It was tried several times. Wait a minute, then go on from this step.',
  }),
  'role-not-ready': (facts) => ({
    message: `AWS could not take on the role. ${said(facts)}`,
    next: 'A new role needs some seconds, and its trust policy must name the service. Look at the role, then go on from this step.',
  }),
  busy: (facts) => ({
    message: `The endpoint is busy. ${said(facts)}`,
    next: 'Try again in a moment. For more traffic use more instances.',
  }),
  'model-error': (facts) => ({
    message: `The container answered with an error${facts.original === null ? '' : `: ${facts.original}`}`,
    next: 'Change the request if it is at fault, or read the container’s log for more.',
    fields: facts.original === null ? [] : [{ path: 'container', message: facts.original }],
  }),
  invalid: (facts, { action }) => ({
    message: `AWS refused ${action}. ${said(facts)}`,
    next: 'Change the plan accordingly; what was made so far is kept, and can be undone.',
  }),
  unavailable: (facts, { action }) => ({
    message: `AWS failed at ${action}${facts.status === null ? '' : ` with status ${facts.status}`}. ${said(facts)}`,
    next: 'It was tried several times. Wait a minute, then go on from this step.',
  }),
  unreachable: (facts, { action, region }) => ({
    message: `No answer of AWS arrived for ${action} in ${region}. ${said(facts)}`,
    next: 'Check the network and the region, then go on from this step: what took effect meanwhile is found and kept.',
  }),
  'not-aws': (facts, { action }) => ({
    message: `Something that is not AWS answered ${action}${facts.status === null ? '' : ` (status ${facts.status})`}.`,
    next: 'Look at the proxy, at AWS_ENDPOINT_URL and at DECISION_WORKBENCH_AWS_ENDPOINTS, then try again.',
  }),
  cancelled: (_facts, { action }) => ({ message: `${action} was cancelled.`, next: 'Go on, or undo.' }),
};

// Messages of the services are short; whatever is longer was not meant for people.
const MAX_SAID = 1000;

/** What the service said, without what could identify a credential. */
function said({ name, message }: AwsErrorFacts): string {
  const text = hideCredentials(message).trim().slice(0, MAX_SAID);
  if (text === '') return name === '' ? '' : `(${name})`;
  return `AWS says: ${text}${/[.!?]$/.test(text) ? '' : '.'}`;
}

/**
 * Access key ids, session tokens and signatures, as error messages of AWS quote them: in a query, and as a header of the
 * canonical request that a refused signature is answered with. A program that should have said credentials may say them.
 */
export function hideCredentials(text: string): string {
  return text
    .replace(/(Command failed): [\s\S]*/, '$1: [hidden]')
    .replace(/(x-amz-security-token|authorization)(["']?\s*[:=]\s*["']?)[^\r\n"']+/gi, '$1$2[hidden]')
    .replace(/\b(AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}\b/g, '[key]')
    .replace(/(Signature|Security-Token|SessionToken|Credential)=[^\s,&]+/gi, '$1=[hidden]');
}

/** "User: arn:… is not authorized to perform: sagemaker:CreateModel on resource: arn:… because …" */
const NOT_AUTHORIZED = /User: (\S+) is not authorized to perform: ([\w-]+:\w+)(?: on resource: (\S+))?/;

function missingStatement(
  facts: AwsErrorFacts,
  called: string,
): { action: string; principal: string; statement: string } {
  const [, principal = 'the signed-in identity', action = called, resource = '*'] =
    NOT_AUTHORIZED.exec(facts.message) ?? [];
  const statement = { Effect: 'Allow', Action: action, Resource: resource.replace(/[.,]$/, '') };
  return { action, principal, statement: JSON.stringify(statement, null, 2) };
}
