import { resolve } from 'node:path'

/** The path of a `sqlite://path` address: absolute, because SQLite takes the name `:memory:` for no file at all. */
export const databasePath = (url: string) => resolve(url.slice('sqlite://'.length))

/** A time as part of a file name. */
export const fileStamp = (unixMs: number) => new Date(unixMs).toISOString().replaceAll(/[:.]/g, '-')
