import { measureCrowd } from './topics/crowd.ts'
import { measureDiscord } from './topics/discord.ts'
import { measureFreshStart } from './topics/fresh-start.ts'
import { measureFriends } from './topics/friends.ts'
import { measureHttp } from './topics/http.ts'
import { measureLookups } from './topics/lookup.ts'
import { measureMemory } from './topics/memory.ts'
import { measureSharedStore } from './topics/shared-store.ts'
import { measureStart } from './topics/start.ts'
import { measureStore } from './topics/store.ts'
import { measurePage } from './topics/page.ts'
import { runTopics } from './support/topics.ts'

await runTopics({
  lookup: measureLookups,
  crowd: measureCrowd,
  'fresh-start': measureFreshStart,
  friends: measureFriends,
  http: measureHttp,
  store: measureStore,
  'shared-store': measureSharedStore,
  memory: measureMemory,
  start: measureStart,
  discord: measureDiscord,
  page: measurePage,
})
