import type { Deployment } from '../contract/deployments.ts';
import { printable } from './printable.ts';

/** What became of a deployment, for people. */
export function describeDeployment(deployment: Deployment): string {
  const { plan, state, check, image_uri, instance_type, ready, resources } = deployment;
  if (state === 'undone' || state === 'undo-failed') return describeLeft(deployment);
  if (plan.only === 'image') return `${image_uri ?? 'The image is not known.'}\n`;
  const endpoint = resources.find(({ kind }) => kind === 'endpoint');
  const lines = [
    `${plan.target.name}: ${state}`,
    `deployment  ${deployment.id}`,
    `endpoint    ${endpoint?.arn ?? plan.target.name}`,
    `image       ${image_uri ?? 'not known'}`,
    `instance    ${instance_type ?? 'not known'}${ready?.device ? `, ${ready.device}` : ''}${layers(ready)}`,
    `price       ${plan.price.words}`,
    ...(check === null ? [] : [`check       ${check.sentence}`]),
    `Delete it with \`teardown ${plan.target.name} --yes\`.`,
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

function layers(ready: Deployment['ready']): string {
  if (ready?.layers_offloaded == null || ready.layers_total == null) return '';
  return `, ${ready.layers_offloaded} of ${ready.layers_total} layers on it`;
}

function describeLeft({ plan, resources }: Deployment): string {
  const left = resources.filter(({ state }) => state !== 'gone' && state !== 'planned');
  if (left.length === 0) return `${plan.target.name}: nothing of it is left.\n`;
  const lines = left.map(({ kind, name, reason }) => `  ${kind} ${name}: ${reason ?? 'it was not asked for'}`);
  return `${[`${plan.target.name}: undone, and this is left:`, ...lines].map(printable).join('\n')}\n`;
}
