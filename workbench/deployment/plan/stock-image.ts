import type { Accelerator } from './target.ts';

/** Account of the platform's images in most regions; others have their own (of the SageMaker Python SDK's lists). */
const USUAL = '763104351884';
const registries: Readonly<Record<string, string>> = {
  'af-south-1': '626614931356',
  'ap-east-1': '871362719292',
  'ap-east-2': '975050140332',
  'ap-northeast-3': '364406365360',
  'ap-south-2': '772153158452',
  'ap-southeast-3': '907027046896',
  'ap-southeast-4': '457447274322',
  'ap-southeast-5': '550225433462',
  'ap-southeast-7': '590183813437',
  'ca-west-1': '204538143572',
  'cn-north-1': '727897471807',
  'cn-northwest-1': '727897471807',
  'eu-central-2': '380420809688',
  'eu-south-1': '692866216735',
  'eu-south-2': '503227376785',
  'il-central-1': '780543022126',
  'me-central-1': '914824155844',
  'me-south-1': '217643126080',
  'mx-central-1': '637423239942',
  'us-gov-east-1': '446045086412',
  'us-gov-west-1': '442386744353',
};

/**
 * The stock llama.cpp serving image. SageMaker takes images of the private registry alone, and by digest: the tag is
 * resolved before anything is made.
 */
export function stockImage(accelerator: Accelerator, region: string) {
  return {
    registry: registries[region] ?? USUAL,
    repository: 'llama-cpp',
    tag: accelerator === 'gpu' ? 'server-sagemaker-cuda-v1' : 'server-sagemaker-cpu-v1',
  };
}

/** The images of the same repository for EC2, which speak neither `/ping` nor `/invocations`. */
export const EC2_TAG = /^server-(cpu|cuda)-/;
