import { measureFreshStart } from './topics/fresh-start.ts'
import { measureFriends } from './topics/friends.ts'
import { measureHttp } from './topics/http.ts'
import { measureLookups } from './topics/lookup.ts'
import { measureMemory } from './topics/memory.ts'
import { measureStart } from './topics/start.ts'
import { runTopics } from './support/topics.ts'

await runTopics({
  lookup: measureLookups,
  'fresh-start': measureFreshStart,
  friends: measureFriends,
  http: measureHttp,
  memory: measureMemory,
  start: measureStart,
})
