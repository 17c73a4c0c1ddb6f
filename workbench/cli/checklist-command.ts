import type { Terminal } from './terminal.ts';

/** What a person goes through once, on a real account: no test can. */
const items: readonly { title: string; do: readonly string[] }[] = [
  {
    title: 'The account',
    do: [
      'Use an account, or at least a region, where a mistake is cheap; set a budget alarm in Billing.',
      'Sign in: aws sso login --profile NAME. Then aws sts get-caller-identity --profile NAME names the account you mean.',
      'Look up the quota “TYPE for endpoint usage” (Service Quotas, SageMaker) for each type that may be chosen. It is often 0 for GPUs, and an increase takes hours to days.',
    ],
  },
  {
    title: 'The plan',
    do: [
      'decision-workbench deploy --plan --json --region REGION --profile NAME --model FILE --configuration NAME > plan.json',
      'Hold the price against the provider’s price page; the plan says the date of its own.',
      'Read the two roles’ policies (resources[].policies) and your own (deployer_policy). Attach yours, or have it attached.',
      'No finding is a refusal; each warning is understood.',
    ],
  },
  {
    title: 'The CPU, on a set of labelled samples',
    do: [
      'decision-workbench deploy --yes --expires 8h --samples SET … Note how long model, image and endpoint took.',
      'The check agrees: the same first choices, and a largest difference below 0.02.',
      'Ctrl-C during the upload, then decision-workbench resume: it goes on where it was, with one upload and one build.',
      'In the console: one of each resource of the plan, each with its six tags; the model has network isolation, and its image a digest.',
      'decision-workbench invoke NAME FILE answers; the curl, Python and JavaScript of the Endpoints screen answer too, with a caller who has the smallest policy alone.',
      'decision-workbench update NAME --configuration OTHER --yes, then update NAME --roll-back --yes: it answers throughout.',
    ],
  },
  {
    title: 'The GPU',
    do: [
      'decision-workbench deploy --yes --accelerator gpu --expires 8h …: the pool that was chosen, the GPU’s name and “all layers on it” are shown.',
      'The check agrees within 0.05. Note p50 and p95 beside those of the CPU.',
      'Choose a type with quota 0 on purpose: the plan refuses it before anything is made.',
    ],
  },
  {
    title: 'The standard path',
    do: [
      'decision-workbench deploy --yes --path standard --model FILE --expires 8h … needs no build; the stock image is pinned by its digest.',
      'decision-workbench invoke NAME --message "Say yes." answers with text.',
    ],
  },
  {
    title: 'Back to nothing',
    do: [
      'decision-workbench endpoints lists all of them, with what they cost so far.',
      'decision-workbench teardown --all --everything --yes, then once more: there is nothing to remove.',
      'In the console, in that region: no endpoint, endpoint configuration, model, build project, log group, image, object, role or bucket with the tag decision-workbench:application is left, and what was there before is.',
      'The next day, Cost Explorer by the tag decision-workbench:deployment shows what it cost, and nothing after the removal.',
    ],
  },
];

/** `deploy --checklist`: what to look at in a first deployment on a real account. Asks no service. */
export function checklistCommand(terminal: Pick<Terminal, 'out'>, { json }: { json?: true }): void {
  const parts = items.map(
    ({ title, do: lines }, index) => `${index + 1}. ${title}\n${lines.map((line) => `   [ ] ${line}\n`).join('')}`,
  );
  const text = `A first deployment on a real account\n\n${parts.join('\n')}`;
  terminal.out(json ? `${JSON.stringify(items, null, 2)}\n` : text);
}
