/**
 * Signals of a process that has crashed. Nothing may listen to them: a listener runs in place of the crash, which then
 * happens again, for ever, in a process that neither answers nor ends.
 */
export const CRASH_SIGNALS = ['SIGSEGV', 'SIGILL', 'SIGFPE', 'SIGBUS', 'SIGABRT', 'SIGTRAP'] as const
