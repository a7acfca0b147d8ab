export function buildPage(root: string, target?: string): Promise<void>
