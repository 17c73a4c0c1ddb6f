import type { Removal } from '../../../workbench/contract/deployments.ts';
import { resourceWords, shortName } from '../plan/resource-words.ts';
import classes from './removal-list.module.css';

const titles: Readonly<Record<Removal['action'], string>> = {
  remove: 'Is removed',
  keep: 'Stays, and why',
  gone: 'Is gone already',
};
const order: Removal['action'][] = ['remove', 'keep', 'gone'];

/** What goes, what stays and why. */
export function RemovalList({
  removals,
  words = titles,
}: {
  removals: readonly Removal[];
  words?: Readonly<Record<Removal['action'], string>>;
}) {
  return (
    <div className={classes.groups}>
      {order.map((action) => {
        const these = removals.filter((removal) => removal.action === action);
        if (these.length === 0) return null;
        return (
          <section key={action} aria-label={words[action]}>
            <h3 className={classes.title}>
              {words[action]} ({these.length})
            </h3>
            <ul className={classes.list}>
              {these.map(({ key, kind, name, sentence }) => (
                <li key={key}>
                  {resourceWords[kind]} <span className={classes.name}>{shortName(name)}</span>
                  {action !== 'gone' && <span className={classes.why}>{sentence}</span>}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
