import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { include: ['test/**/*.test.ts'], restoreMocks: true, testTimeout: 15_000, maxWorkers: 2 },
})
