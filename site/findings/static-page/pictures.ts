/** The covers of the made-up books as files: tens of kilobytes that a reader needs who gets as far as the lab. */
import { coversAtBuild } from './lab/covers';

export const pictures = (): ReadonlyMap<string, Uint8Array> =>
  new Map([...coversAtBuild()].map(([id, { png }]) => [id, png]));
