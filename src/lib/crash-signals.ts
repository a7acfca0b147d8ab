/**
 * Signals of a crash. They must have no listener, because a listener would replace the default action, and the fault would repeat forever.
 */
export const CRASH_SIGNALS = ['SIGSEGV', 'SIGILL', 'SIGFPE', 'SIGBUS', 'SIGABRT', 'SIGTRAP'] as const
