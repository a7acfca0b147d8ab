import { measureTruth } from './reliability/truth.ts'
import { runTopics } from './support/topics.ts'

await runTopics({
  truth: measureTruth,
})
