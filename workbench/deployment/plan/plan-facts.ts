import type { Order } from '../../../adapter/configuration/scoring-settings.ts';
import type { CheckSource } from './plan.ts';
import type { PriceList } from './price.ts';
import type { Target } from './target.ts';

/** A file of the model, with where it is on this machine. */
export interface ModelFile {
  name: string;
  bytes: number;
  sha256: string;
  /** Absolute; null when it is not here. */
  path: string | null;
}

export interface ModelFacts {
  /** One, or the parts of a split model; empty when nothing is known of them. */
  files: readonly ModelFile[];
  repository: string | null;
  revision: string | null;
  parameters: number | null;
  /** The text of `model-manifest.json`, and its SHA-256, under which the objects lie; null when there is none to write. */
  manifest: { text: string; sha256: string } | null;
}

/** Everything that a plan is computed from. */
export interface PlanFacts {
  target: Target;
  /** The image alone. */
  only?: 'image';
  deployment_id: string;
  /** 0 for a new endpoint, one more for each update. */
  revision: number;
  /** ISO 8601, UTC. */
  created_at: string;
  account: { id: string; caller_arn: string; partition: string };
  decision: string;
  /** null: the model's default, or the standard path. */
  configuration: {
    sha256: string;
    name: string;
    model_sha256: string;
    order: Order;
    fast: boolean;
    /** `DECISION_CONFIGURATION_*`, as the container reads them. */
    parts: Readonly<Record<string, string>>;
  } | null;
  model: ModelFacts;
  /** SHA-256 of the bundled source that builds work from; null when nothing is built. */
  image_source_sha256: string | null;
  prices: PriceList;
  /** Prompt tokens of the samples, and options of the largest; null when nobody knows. */
  samples: { tokens: readonly number[]; options: number } | null;
  check: CheckSource;
}
