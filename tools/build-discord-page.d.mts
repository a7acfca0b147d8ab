export function buildDiscordPage(root: string, target?: string): Promise<void>
