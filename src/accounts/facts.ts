export type { Fact, Facts, HoursFacts, KnownFact, ProfileFacts } from '../model/facts.ts'
