export function buildPage(target: string, files?: Partial<Record<'script' | 'style' | 'icon', string>>): Promise<void>
