import type { Finding, Plan } from '../deployment/plan/plan.ts';
import { typesOf } from '../deployment/plan/read-target.ts';
import { printable } from './printable.ts';
import { textTable } from './text-table.ts';

/** A plan as a person reads it before it is confirmed. */
export function describePlan(plan: Plan, findings: readonly Finding[]): string {
  const { target, account } = plan;
  const about = [
    `Account ${account.id} as ${account.caller_arn}, region ${target.region}`,
    plan.only === 'image' ? `The image ${target.accelerator} alone` : endpointLine(plan),
  ];
  const rows = plan.resources.map(({ kind, name, ownership, removal }) => [
    kind,
    printable(name),
    ownerships[ownership],
    removal.when === 'asked' ? `if asked: ${removal.choice ?? ''}` : removal.when === 'always' ? 'yes' : 'never',
  ]);
  const lines = [
    ...(plan.only === 'image' ? [] : [`Price: ${plan.price.words}`]),
    ...plan.other_costs,
    ...(plan.only === 'image'
      ? []
      : [plan.time.sentence, `Network isolation: ${plan.network_isolation ? 'on' : 'off'}`]),
    ...plan.statements,
  ];
  const said = findings.map(({ severity, message, next }) => `${severity}: ${message} ${next}`);
  const table = textTable([['what', 'name', 'how', 'undo removes'], ...rows]);
  return `${about.map(printable).join('\n')}\n\n${table}\n${[...lines, ...said].map((line) => `${printable(line)}\n`).join('')}`;
}

const ownerships: Record<Plan['resources'][number]['ownership'], string> = {
  own: 'made for this deployment',
  shared: 'made unless it is there',
  given: 'there already, never changed',
  service: 'made by AWS',
};

function endpointLine({ target, model, configuration }: Plan): string {
  const { scaling } = target;
  const count = scaling.kind === 'fixed' ? String(scaling.count) : `${scaling.min} to ${scaling.max}`;
  const types = typesOf(target.instances).join(', then ');
  const what = configuration === null ? 'the model’s default' : `configuration ${configuration.name}`;
  return `Endpoint ${target.name} (${target.path}, ${target.accelerator}): ${count} × ${types}; ${model.file}, ${what}`;
}
