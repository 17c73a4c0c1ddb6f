import type { Plan } from '../../../workbench/deployment/plan/plan.ts';
import { CopyBlock } from '../../app/copy-block.tsx';
import classes from './plan.module.css';

/** Every policy that is made, and what the person who deploys needs, as documents to read and copy. */
export function PolicyList({ plan }: { plan: Plan }) {
  const made = plan.resources.flatMap(({ key, policies }) =>
    policies.map((policy) => ({ key: `${key} ${policy.title}`, ...policy })),
  );
  return (
    <div className={classes.policies}>
      {[...made, { key: 'deployer', ...plan.deployer_policy }].map(({ key, title, document }) => (
        <details key={key} className={classes.policy}>
          <summary>{title}</summary>
          <CopyBlock label={title} text={JSON.stringify(document, null, 2)} />
        </details>
      ))}
    </div>
  );
}
