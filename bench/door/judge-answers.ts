import { z } from 'zod'
import type { Language } from '../../src/model/language.ts'
import type { Due, OwnEntry } from './oracle.ts'
import { problemOf, sentenceOf } from './sentence.ts'

/** An answer of the service; `status` is 0 without one. */
export interface Answer {
  status: number
  text: string
}

/** The account that an answer is about, and what is known when it is judged. */
export interface Subject {
  steamId: string
  language: Language
  /** Whether calls to Steam may have failed, so that rules may be undecided. */
  mayLackFacts: boolean
  /** Unix seconds. */
  now: number
}

const refusalSchema = z.strictObject({ steamId: z.string(), reason: z.string(), expiryDate: z.int().min(0) })
const errorSchema = z.object({ code: z.string() })
const verdictSchema = z.object({
  steamId: z.string(),
  verdict: z.enum(['allow', 'deny', 'unknown']),
  mode: z.enum(['observe', 'enforce']),
  reasons: z.array(z.object({ code: z.string(), value: z.unknown() })),
  unknown: z.array(z.object({ code: z.string() })),
  until: z.int().nullable(),
})

/** Errors by which the service says that it answers nobody at the moment. */
const BUSY = new Set(['overloaded', 'stopping'])

/** Whether the service says that it answers nobody at the moment. */
const isBusy = ({ status, text }: Answer): boolean =>
  status === 503 && BUSY.has(errorSchema.safeParse(parsed(text)).data?.code ?? '')

/** Why an answer to a game server is not what the account is due; undefined if it is. */
export function gameProblem(answer: Answer, due: Due, subject: Subject): string | undefined {
  if (isBusy(answer)) return undefined
  // Not in the mode `observe`, in which the rules refuse nobody, whatever they know.
  const isUndecided = answer.status === 503 && due.mode === 'enforce' && mayBeUndecided(due, subject)
  if (answer.status !== due.status) return isUndecided ? undefined : `status ${answer.status}`
  if (due.status !== 200) return undefined
  const refusal = refusalSchema.safeParse(parsed(answer.text)).data
  if (refusal?.steamId !== subject.steamId) return 'a refusal of another account, or none'
  const { reason, expiryDate } = refusal
  if (!due.entry) return expiryDate > 0 && expiryDate <= subject.now ? 'a past end' : problemOf(reason, due.appeal)
  if (expiryDate !== (due.entry.until ?? 0)) return `the end ${expiryDate}`
  const sentence = sentenceOf(due.entry.reason, due.appeal, subject.language)
  return reason === sentence ? undefined : `the sentence ${JSON.stringify(reason)}, not ${JSON.stringify(sentence)}`
}

/** Why the verdict that a program is told is not what the account is due; undefined if it is. */
export function verdictProblem(answer: Answer, due: Due, subject: Subject): string | undefined {
  if (isBusy(answer)) return undefined
  const told = verdictSchema.safeParse(parsed(answer.text)).data
  if (answer.status !== 200 || told?.steamId !== subject.steamId) return `no verdict, status ${answer.status}`
  if (told.mode !== due.mode) return `mode ${told.mode}`
  const mayBeUnknown = told.verdict === 'unknown' && mayBeUndecided(due, subject)
  if (told.verdict !== due.verdict && !mayBeUnknown) return `verdict ${told.verdict}`
  const codes = told.reasons.map(({ code }) => code)
  const unknown = told.unknown.map(({ code }) => code)
  if (told.verdict === 'deny' && codes.length === 0) return 'a denial without a reason'
  if (due.by === 'rules') return ruleProblem({ codes, unknown }, due, subject)
  const { reasons, undecided } = DECIDED[due.by]
  if (!isSame(codes, reasons)) return `reasons ${codes.join()}`
  if (!isSame(unknown, undecided)) return `unknown ${unknown.join()}`
  return due.entry && entryProblem(told, due.entry)
}

/** The codes of verdicts that do not follow from rules. */
const DECIDED = {
  'damaged list': { reasons: [], undecided: ['banned_here'] },
  'own ban': { reasons: ['banned_here'], undecided: [] },
  exception: { reasons: ['exception'], undecided: [] },
}

function entryProblem({ reasons, until }: z.infer<typeof verdictSchema>, entry: OwnEntry): string | undefined {
  if (reasons[0]?.value !== entry.reason) return 'another reason of the ban'
  return until === entry.until ? undefined : `until ${until}`
}

/**
 * Rules that notify are in none of the lists, because the oracle has no opinion of theirs. A denial is final, so it does not wait for what other
 * rules need.
 */
function ruleProblem(told: { codes: string[]; unknown: string[] }, due: Due, { mayLackFacts }: Subject) {
  const { codes, unknown } = told
  const isDenied = codes.length > 0 && codes.every((code) => due.denials.includes(code))
  if (isDenied || (mayLackFacts && codes.length === 0)) return undefined
  if (!isSame(codes, due.denials)) return `reasons ${codes.join()}`
  return isSame(unknown, due.undecided) || mayLackFacts ? undefined : `unknown ${unknown.join()}`
}

const mayBeUndecided = (due: Due, { mayLackFacts }: Subject) => mayLackFacts && due.by === 'rules' && due.needsSteam

const isSame = (left: readonly string[], right: readonly string[]) => left.toSorted().join() === right.toSorted().join()

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
