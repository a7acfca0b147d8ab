import { type Stats, statsSchema } from '../../src/model/stats.ts'

/** Statistics with a value for each counter. */
export const statsWith = (nextValue: () => number) =>
  Object.fromEntries(
    Object.entries(statsSchema.shape).map(([group, { shape }]) => [
      group,
      Object.fromEntries(Object.keys(shape).map((name) => [name, nextValue()])),
    ]),
  ) as unknown as Stats
