/**
 * The modules of the compiled messages with the English texts in the pseudo-locale `en-XA`, by the names of their files: accented, some 40 %
 * longer, and each part between arguments in ⟦ ⟧. What a test then shows outside of these marks is written in code.
 */
export function pseudoModules(root: string): Map<string, string>
