import { type AwsInput, AwsRefusal } from './aws-call.ts';

export type Tag = { Key: string; Value: string };

/** A thing of a service. */
export interface Item {
  name: string;
  region: string;
  arn: string;
  /** What it was created with, as it arrived. */
  input: AwsInput;
  created: number;
  tags: Tag[];
}

/** The things of one kind, by region and name. */
export class Shelf<T extends Item = Item> {
  readonly items: T[] = [];

  find(region: string, name: string): T | undefined {
    return this.items.find((item) => item.region === region && item.name === name);
  }

  /** @throws AwsRefusal made by `absent` */
  get(region: string, name: string, absent: () => AwsRefusal): T {
    const item = this.find(region, name);
    if (item === undefined) throw absent();
    return item;
  }

  add(item: T): T {
    this.items.push(item);
    return item;
  }

  remove(item: T): void {
    const index = this.items.indexOf(item);
    if (index >= 0) this.items.splice(index, 1);
  }

  names(): string[] {
    return this.items.map(({ name }) => name).sort();
  }
}

/** Adds tags; a key that is there gets the new value. At most fifty, as the services have it. */
export function addTags(tags: Tag[], more: Tag[]): void {
  for (const { Key, Value } of more) {
    const same = tags.find((tag) => tag.Key === Key);
    if (same === undefined) tags.push({ Key, Value });
    else same.Value = Value;
  }
  if (tags.length > 50) throw new AwsRefusal('ValidationException', 'More than 50 tags.');
}

export function toTags(record: Record<string, string>): Tag[] {
  return Object.entries(record).map(([Key, Value]) => ({ Key, Value }));
}

export function tagRecord(tags: Tag[]): Record<string, string> {
  return Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value]));
}
