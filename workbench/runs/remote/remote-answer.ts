import type { ModelIdentity } from '../../../adapter/score/result.ts';

/** What a server said of one decision, checked and with the options in the decision's order. */
export interface RemoteAnswer {
  probabilities: number[];
  /** Empty when the server does not give them. */
  logits: number[];
  option_mass: number | null;
  order_flip: boolean | null;
  /** Absent where no configuration decided. */
  abstained?: boolean;
  /** 0 when the server does not count. */
  input_tokens: number;
  evaluated_tokens: number;
  /** Empty when the server does not tell. */
  prompt_sha256: string;
  by: {
    model_name: string;
    model: ModelIdentity | null;
    configuration_sha256: string | null;
    readout: string | null;
    prompt_version: string | null;
  };
}
