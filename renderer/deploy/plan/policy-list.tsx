import type { Plan } from '../../../workbench/deployment/plan/plan.ts';
import { CopyBlock } from '../../app/copy-block.tsx';
import classes from './plan.module.css';
import { resourceWords } from './resource-words.ts';

/** Every policy that is made, and what the person who deploys needs, as documents to read and copy. */
export function PolicyList({ plan }: { plan: Plan }) {
  const made = plan.resources.flatMap(({ key, kind, policies }) =>
    policies.map(({ title, document }) => ({
      key: `${key} ${title}`,
      title: `${resourceWords[kind]}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      document,
    })),
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
