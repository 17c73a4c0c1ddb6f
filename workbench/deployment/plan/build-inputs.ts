import type { CreateProjectCommandInput } from '@aws-sdk/client-codebuild';
import { asLowerTagList, type Tags } from './tags.ts';
import type { Accelerator } from './target.ts';

/** A managed image of CodeBuild with Docker. */
const BUILD_IMAGE = 'aws/codebuild/amazonlinux-x86_64-standard:5.0';
/** Minutes until a build that hangs is stopped. Compiling the engine for five GPU generations takes hours. */
const MINUTES = { cpu: 60, gpu: 300, model: 180 } as const;

export interface BuildPlace {
  project: string;
  roleArn: string;
  /** `BUCKET/KEY` of the source zip. */
  source: string;
  /** Where the build's detail goes: `BUCKET`, and the folder of its key. */
  detail: { bucket: string; folder: string };
  variables: Readonly<Record<string, string>>;
  tags: Tags;
}

/** The project that builds and pushes the image. */
export function imageProjectInput(place: BuildPlace, accelerator: Accelerator): CreateProjectCommandInput {
  const compute = accelerator === 'gpu' ? 'BUILD_GENERAL1_XLARGE' : 'BUILD_GENERAL1_MEDIUM';
  return projectInput(place, 'build-image.yml', compute, MINUTES[accelerator], true);
}

/** The project that fetches a pinned model, checks and packages it. */
export function modelProjectInput(place: BuildPlace): CreateProjectCommandInput {
  return projectInput(place, 'build-model.yml', 'BUILD_GENERAL1_MEDIUM', MINUTES.model, false);
}

function projectInput(
  { project, roleArn, source, detail, variables, tags }: BuildPlace,
  buildspec: string,
  computeType: 'BUILD_GENERAL1_MEDIUM' | 'BUILD_GENERAL1_XLARGE',
  timeoutInMinutes: number,
  privilegedMode: boolean,
): CreateProjectCommandInput {
  return {
    name: project,
    description: 'Made by Decision Workbench for one deployment',
    source: { type: 'S3', location: source, buildspec },
    // the files that the specification names, as they are: FOLDER/image-detail.json
    artifacts: {
      type: 'S3',
      location: detail.bucket,
      path: detail.folder,
      name: '/',
      namespaceType: 'NONE',
      packaging: 'NONE',
    },
    environment: {
      type: 'LINUX_CONTAINER',
      image: BUILD_IMAGE,
      computeType,
      privilegedMode,
      environmentVariables: Object.entries(variables).map(([name, value]) => ({ name, value, type: 'PLAINTEXT' })),
    },
    serviceRole: roleArn,
    timeoutInMinutes,
    logsConfig: { cloudWatchLogs: { status: 'ENABLED', groupName: `/aws/codebuild/${project}` } },
    tags: asLowerTagList(tags),
  };
}
