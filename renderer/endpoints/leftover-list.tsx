import type { Leftover } from '../../workbench/contract/endpoints.ts';
import { countOf } from '../charts/format-number.ts';
import deploy from '../deploy/deploy-screen.module.css';
import { resourceWords, shortName } from '../deploy/plan/resource-words.ts';
import list from '../deploy/undo/removal-list.module.css';

/** What is ours and hangs on no endpoint; what costs comes first. */
export function LeftoverList({ leftovers }: { leftovers: readonly Leftover[] }) {
  if (leftovers.length === 0) return null;
  const sorted = leftovers.toSorted((one, other) => Number(other.costs) - Number(one.costs));
  return (
    <section className={deploy.card} aria-labelledby="leftovers-title">
      <h2 id="leftovers-title" className={deploy.title}>
        {countOf(leftovers.length, 'leftover')} without an endpoint
      </h2>
      <p className={deploy.sentence}>
        Made by this application for endpoints that are gone. “Delete everything” removes them too; a deployment of the
        journal can be undone on Deploy.
      </p>
      <ul className={list.list}>
        {sorted.map(({ region, kind, name, costs }) => (
          <li key={`${region} ${kind} ${name}`}>
            {resourceWords[kind]} <span className={list.name}>{shortName(name)}</span>
            <span className={list.why}>
              {region}
              {costs ? ', costs while it exists' : ', costs nothing by itself'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
