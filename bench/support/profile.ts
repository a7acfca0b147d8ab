import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Child } from './child.ts'

const profileSchema = z.object({
  profile: z.object({
    nodes: z.array(
      z.object({
        id: z.number(),
        callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
        children: z.array(z.number()).default([]),
      }),
    ),
    samples: z.array(z.number()),
    timeDeltas: z.array(z.number()),
  }),
})
type Frame = z.infer<typeof profileSchema>['profile']['nodes'][number]['callFrame']

/** A share of the processor time, from 0 to 1. */
export interface Share {
  part: string
  share: number
}

/** Idle time. */
const LEFT_OUT = 'left out'

/** Profiles a process during `work`: the share of samples per package or source file, without idle time. */
export async function profile(child: Child, work: () => Promise<unknown>): Promise<Share[]> {
  await child.ask('profile')
  await work()
  const { nodes, samples, timeDeltas } = profileSchema.parse(await child.ask('profiled')).profile
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const parents = new Map(nodes.flatMap(({ id, children }) => children.map((childId) => [childId, id] as const)))

  const micros = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const part = partOf(id, frames, parents)
    if (part !== LEFT_OUT) micros.set(part, (micros.get(part) ?? 0) + (timeDeltas[index] ?? 0))
  }
  const total = [...micros.values()].reduce((sum, each) => sum + each, 0)
  return [...micros].map(([part, time]) => ({ part, share: time / total })).toSorted((a, b) => b.share - a.share)
}

function partOf(leaf: number, frames: Map<number, Frame>, parents: Map<number, number>): string {
  // A function without a file, such as a built-in one, counts for its caller.
  for (let id: number | undefined = leaf; id !== undefined; id = parents.get(id)) {
    const frame = frames.get(id)
    const part = frame && nameOf(frame)
    if (part !== undefined) return part
  }
  return 'engine'
}

function nameOf({ functionName, url, lineNumber }: Frame): string | undefined {
  switch (functionName) {
    case '(idle)':
      return LEFT_OUT
    case '(garbage collector)':
      return 'garbage collection'
    case 'runMicrotasks':
      return 'promises'
    case 'writev':
    case 'writeUtf8String':
      return 'writing to the socket'
  }
  const path = url.includes('/dist/src/') ? bundledPath(url, lineNumber) : url
  if (path.startsWith('src/')) return path
  const [, dependency] = /(?:^|\/)node_modules\/((?:@[\w-]+\/)?[\w.-]+)\//.exec(path) ?? []
  if (dependency !== undefined) return dependency
  const [, internal] = /^node:(?:internal\/)?([\w-]+)/.exec(url) ?? []
  if (internal === undefined) return undefined
  // The profiler itself.
  if (internal === 'inspector') return LEFT_OUT
  return /^(_http|net$|stream|events$|util$)/.test(internal) ? 'node: http, streams' : `node: ${internal}`
}

const linesOf = new Map<string, string[]>()

/** The source file of a line in a bundle: the last one that the bundler has named above it. */
export function bundledPath(url: string, lineNumber: number): string {
  const lines = linesOf.get(url) ?? readFileSync(fileURLToPath(url), 'utf8').split('\n')
  linesOf.set(url, lines)
  const heading = lines.slice(0, lineNumber + 1).findLast((line) => /^\/\/ \S+\.[cm]?[jt]s$/.test(line))
  return heading?.slice('// '.length) ?? url
}
