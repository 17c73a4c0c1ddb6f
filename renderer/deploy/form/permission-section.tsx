import { Checkbox, TextInput } from '@mantine/core';
import classes from '../deploy-screen.module.css';
import type { SectionProps } from './section-props.ts';

/** The two roles and the bucket: given, or made; what they may is shown with the plan. */
export function PermissionSection({ draft, change, fault }: SectionProps) {
  const builds = draft.path === 'decisions' || draft.modelFrom === 'hub';
  return (
    <section className={classes.card} aria-labelledby="permission-title">
      <h2 id="permission-title" className={classes.title}>
        Roles and storage
      </h2>
      <p className={classes.sentence}>
        What is made has the least rights that do; the plan shows each policy as a document before anything is made.
      </p>
      <div>
        <Checkbox
          size="xs"
          label="Make the endpoint’s role"
          checked={draft.makeExecutionRole}
          onChange={(event) => change({ makeExecutionRole: event.currentTarget.checked })}
        />
        {!draft.makeExecutionRole && (
          <TextInput
            size="xs"
            mt={6}
            aria-label="Role of the endpoint"
            placeholder="arn:aws:iam::123456789012:role/name"
            value={draft.executionRole}
            error={fault('roles.execution.arn')}
            onChange={(event) => change({ executionRole: event.currentTarget.value })}
          />
        )}
      </div>
      {builds && (
        <div>
          <Checkbox
            size="xs"
            label="Make the role of the builds"
            checked={draft.makeBuildRole}
            onChange={(event) => change({ makeBuildRole: event.currentTarget.checked })}
          />
          {!draft.makeBuildRole && (
            <TextInput
              size="xs"
              mt={6}
              aria-label="Role of the builds"
              placeholder="arn:aws:iam::123456789012:role/name"
              value={draft.buildRole}
              error={fault('roles.build.arn')}
              onChange={(event) => change({ buildRole: event.currentTarget.value })}
            />
          )}
        </div>
      )}
      <div>
        <Checkbox
          size="xs"
          label="Make the bucket"
          checked={draft.makeBucket}
          onChange={(event) => change({ makeBucket: event.currentTarget.checked })}
        />
        <TextInput
          size="xs"
          mt={6}
          aria-label={draft.makeBucket ? 'Name of the new bucket' : 'Bucket'}
          placeholder={draft.makeBucket ? 'decision-workbench-ACCOUNT-REGION' : 'name of a bucket in this region'}
          value={draft.bucket}
          error={fault('bucket.name')}
          onChange={(event) => change({ bucket: event.currentTarget.value })}
        />
      </div>
    </section>
  );
}
