import { Button } from '@mantine/core';
import { useActionStore, useActionVersion } from '../app/actions/use-actions.tsx';
import { useSharing } from '../app/connection/use-workbench.tsx';
import { saySharing } from './say-sharing.ts';
import classes from './sharing-card.module.css';

/** What other programs can reach, and how to change it. */
export function SharingCard() {
  const sharing = useSharing();
  const actions = useActionStore();
  useActionVersion();
  if (sharing === undefined) return null;
  const on = sharing.status === 'on';
  const unavailable = on ? undefined : actions.get('sharing.start')?.unavailable;
  return (
    <section className={classes.card} aria-labelledby="sharing-title">
      <h2 id="sharing-title" className={classes.title}>
        Sharing
      </h2>
      {sharing.status === 'on' ? (
        <>
          {!sharing.available && (
            <p className={classes.warning} role="status">
              {sharing.model} is not the model that is loaded now: callers are told to try again later.
            </p>
          )}
          <dl className={classes.rows}>
            {saySharing(sharing).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className={classes.words}>
          Programs on this machine, or on your network with a key, can score with the loaded model over HTTP.
          {unavailable === undefined ? '' : ` ${unavailable}.`}
        </p>
      )}
      <Button
        size="xs"
        variant="default"
        disabled={unavailable !== undefined}
        onClick={() => actions.run(on ? 'sharing.stop' : 'sharing.start')}
      >
        {on ? 'Stop sharing' : 'Share on this machine'}
      </Button>
    </section>
  );
}
