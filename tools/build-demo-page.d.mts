export function buildDemoPage(root: string, target?: string): Promise<void>
