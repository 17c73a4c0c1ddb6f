import { SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import { isAwsFault } from '../aws/aws-fault.ts';
import type { Finding } from '../plan/plan.ts';
import type { ResourceOf } from '../plan/resource.ts';
import { lookAtRole, roleNameOf } from '../resources/role.ts';
import { finding, type Look } from '../steps/sitting.ts';

/** A role that is given exists and may do what it has to; one that we make has its name free. */
export async function checkRole(
  look: Look,
  role: ResourceOf<'execution-role'> | ResourceOf<'build-role'>,
): Promise<Finding[]> {
  if (role.ownership !== 'given') return [];
  const { aws, signal } = look;
  try {
    const seen = await lookAtRole(aws, roleNameOf(role.name), signal);
    if (seen === null) {
      return [
        finding(
          'refusal',
          role.key,
          `The role ${role.name} is not there.`,
          'Name another one, or let the deployment make it.',
        ),
      ];
    }
    const arn = role.arn ?? seen.facts.arn;
    return typeof arn === 'string' ? await simulate(look, role, arn) : [];
  } catch (error) {
    if (!isAwsFault(error, 'denied')) throw error;
    return [
      finding(
        'warning',
        role.key,
        `What the role ${role.name} may do could not be looked at: ${error.action} is not allowed.`,
        `Have ${error.action} allowed, or compare the role with the policy of the plan yourself.`,
      ),
    ];
  }
}

async function simulate(
  { aws, signal }: Look,
  role: ResourceOf<'execution-role'> | ResourceOf<'build-role'>,
  arn: string,
): Promise<Finding[]> {
  const missing: string[] = [];
  for (const { document } of role.policies) {
    for (const { Effect, Action, Resource, Condition } of document.Statement) {
      // A trust policy names no resource; what hangs on a request's own values cannot be simulated without it.
      if (Effect !== 'Allow' || Resource === undefined || Condition !== undefined) continue;
      const { EvaluationResults = [] } = await aws.call('iam:SimulatePrincipalPolicy', signal, (options) =>
        aws.iam().send(
          new SimulatePrincipalPolicyCommand({
            PolicySourceArn: arn,
            ActionNames: Action,
            ResourceArns: Resource,
          }),
          options,
        ),
      );
      for (const { EvalActionName, EvalDecision } of EvaluationResults) {
        if (EvalDecision !== 'allowed' && EvalActionName !== undefined && !missing.includes(EvalActionName)) {
          missing.push(EvalActionName);
        }
      }
    }
  }
  if (missing.length === 0) return [];
  return [
    finding(
      'refusal',
      role.key,
      `The role ${role.name} may not do all that it has to: ${missing.join(', ')}.`,
      'Add the policy of the plan to it, or let the deployment make a role.',
    ),
  ];
}
