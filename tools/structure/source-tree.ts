import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

/** The folders whose structure is measured. */
const MEASURED = ['src', 'commands']

export interface SourceImport {
  /** The imported file, from the project's root. */
  target: string
  /** Whether nothing of it is left at run time. */
  isType: boolean
}

export interface SourceFile {
  path: string
  lines: number
  /** Imports of our own files. */
  imports: SourceImport[]
  /** Type casts other than `as const`. */
  casts: number
  /** The number of lines of its longest function. */
  longestFunction: number
}

/** Reads and parses the source files below a project's root, without the recorded examples of the API document. */
export function readSourceTree(root: string): SourceFile[] {
  return MEASURED.flatMap((folder) => listFiles(root, folder))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readSourceFile(root, path))
}

/** The number of lines of all files below a folder; 0 if there is no such folder. */
export function countLines(root: string, folder: string, isCounted: (path: string) => boolean): number {
  if (!existsSync(join(root, folder))) return 0
  return listFiles(root, folder)
    .filter(isCounted)
    .reduce((sum, path) => sum + linesOf(readFileSync(join(root, path), 'utf8')), 0)
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(root, path)
    return [path]
  })
}

const linesOf = (text: string) => text.split('\n').length - 1

function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, module } = parseSync(path, text)
  const statements = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) => {
      const [first] = entries
      if (!first?.moduleRequest) return []
      return [{ specifier: first.moduleRequest.value, isType: entries.every(({ isType }) => isType) }]
    }),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      specifier: text.slice(start + 1, end - 1),
      isType: false,
    })),
  ]
  const imports = statements
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier, isType }) => ({ target: relative(root, resolve(root, dirname(path), specifier)), isType }))
  const nodes = [...walk(program)]
  return {
    path,
    lines: linesOf(text),
    imports,
    casts: nodes.filter(isCast).length,
    longestFunction: Math.max(
      0,
      ...nodes.filter(isFunction).map(({ start, end }) => linesOf(text.slice(start, end)) + 1),
    ),
  }
}

/** A node of the syntax tree, of which only these parts are read. */
interface Node {
  type: string
  start: number
  end: number
  typeAnnotation?: { type: string; typeName?: { name?: string } }
}

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* walk(each)
  else if (typeof value === 'object' && value !== null) {
    if (isNode(value)) yield value
    for (const each of Object.values(value)) yield* walk(each)
  }
}

const isNode = (value: object): value is Node => 'type' in value && 'start' in value && 'end' in value
const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
const isCast = ({ type, typeAnnotation }: Node) =>
  type === 'TSAsExpression' && typeAnnotation?.typeName?.name !== 'const'
