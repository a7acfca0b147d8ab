import { expect, test } from 'vitest'
import { openNews } from '../../src/cluster/news.ts'
import { replicaForTest } from '../support/replicas.ts'
import { postgresForTest } from '../support/postgres.ts'

async function join(url: string) {
  const { replicas, clock, fake } = await replicaForTest(url)
  const heard: unknown[] = []
  const { tell } = openNews(replicas, clock, (content) => void heard.push(content))
  return { replicas, fake, heard, tell }
}

test('news reach the other replicas in their next poll, and not their sender', async () => {
  const url = await postgresForTest()
  const [first, second] = [await join(url), await join(url)]
  first.tell({ refused: 'ä' })
  await expect
    .poll(async () => {
      await second.replicas.pollNow()
      return second.heard
    })
    .toContainEqual({ refused: 'ä' })
  await first.replicas.pollNow()
  expect(first.heard).toEqual([])
})

test('a replica that has heard news does not hear them again some seconds later', async () => {
  const url = await postgresForTest()
  const [first, second] = [await join(url), await join(url)]
  first.tell('told')
  await expect
    .poll(async () => {
      await second.replicas.pollNow()
      return second.heard.length
    })
    .toBeGreaterThan(0)
  await first.replicas.run(5_000, (client) =>
    client.query(`UPDATE rapsheet_replicas.news SET told_at = told_at - interval '3 s'`),
  )
  second.heard.length = 0
  await second.replicas.pollNow()
  await second.replicas.pollNow()
  expect(second.heard).toEqual([])
})
