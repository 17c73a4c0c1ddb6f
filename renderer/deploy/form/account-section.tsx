import { Autocomplete, Button, NativeSelect, Text } from '@mantine/core';
import { IconRefresh, IconUserCheck } from '@tabler/icons-react';
import type { DeploymentDefaults } from '../../../workbench/contract/deployments.ts';
import { faultOf } from '../../app/connection/fault-of.ts';
import { CopyBlock } from '../../app/copy-block.tsx';
import { RemedyCard } from '../../app/fault/remedy-card.tsx';
import classes from '../deploy-screen.module.css';
import type { SectionProps } from './section-props.ts';
import type { IdentityState } from './use-identity.ts';

interface Props extends SectionProps {
  defaults: DeploymentDefaults;
  identity: IdentityState;
  /** An endpoint that is updated stays where it is. */
  updates: string | null;
}

/** In whose account and where, and whether the sign-in holds. */
export function AccountSection({ draft, change, fault, defaults, identity, updates }: Props) {
  const profile = defaults.profiles.find(({ name }) => name === draft.profile);
  const signIn = profile?.sign_in ?? null;
  const failed = identity.error === null ? null : faultOf(identity.error);
  // The fault itself may bring the command.
  const saidAlready = failed?.fields.some(({ path }) => path === 'command') ?? false;
  return (
    <section className={classes.card} aria-labelledby="account-title">
      <h2 id="account-title" className={classes.title}>
        Account and region
      </h2>
      <div className={classes.fields}>
        <NativeSelect
          size="xs"
          label="Profile"
          value={draft.profile}
          disabled={updates !== null}
          data={[
            { value: '', label: 'Default credentials' },
            ...defaults.profiles.map(({ name, kind }) => ({
              value: name,
              label: kind === 'sso' ? `${name} (SSO)` : name,
            })),
          ]}
          onChange={(event) => {
            const name = event.currentTarget.value;
            const region = defaults.profiles.find((entry) => entry.name === name)?.region ?? null;
            change({ profile: name, ...(region === null ? {} : { region }) });
          }}
        />
        <Autocomplete
          size="xs"
          label="Region"
          placeholder="eu-central-1"
          data={defaults.regions}
          value={draft.region}
          disabled={updates !== null}
          error={fault('region')}
          onChange={(region) => change({ region })}
        />
      </div>
      <div className={classes.row} role="status">
        {identity.identity !== undefined && (
          <>
            <IconUserCheck size={16} aria-hidden />
            <Text size="sm" className={classes.grow}>
              Account <strong>{identity.identity.account}</strong>
            </Text>
          </>
        )}
        {identity.identity === undefined && identity.error === null && (
          <Text size="sm" c="dimmed" className={classes.grow}>
            {identity.checking ? 'Asking AWS who you are…' : 'Choose a region to see whose account it is.'}
          </Text>
        )}
        {identity.error === null && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconRefresh size={13} aria-hidden />}
            loading={identity.checking}
            onClick={identity.check}
          >
            Check again
          </Button>
        )}
      </div>
      {failed !== null && (
        <RemedyCard fault={failed}>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={identity.checking}
            onClick={identity.check}
          >
            Check again
          </Button>
        </RemedyCard>
      )}
      {failed !== null && !saidAlready && signIn !== null && <CopyBlock label="Command that signs in" text={signIn} />}
      {identity.identity !== undefined && (
        <p className={classes.arn}>
          {identity.identity.arn}
          {identity.identity.credentials_expire_at === null
            ? ''
            : `, until ${timeOf(identity.identity.credentials_expire_at)}`}
        </p>
      )}
      <p className={classes.sentence}>
        Credentials are read from your AWS files each time, and neither stored nor logged here.
      </p>
    </section>
  );
}

function timeOf(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}
