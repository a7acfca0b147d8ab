import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { finishInSlices } from '../finish-in-slices.ts'
import { readTextFile } from '../read-text-file.ts'
import { readPasted } from '../state/account-list.ts'
import type { DecodedText } from '../../src/text/decode-text.ts'
import { spellingOf } from '../../src/text/spelling.ts'
import type { PageErrorCode } from '../texts/error-words.ts'
import { useView } from './view-context.ts'

/** A text that was not looked up, and why. */
interface Refusal {
  code: Extract<PageErrorCode, 'nothing_understood' | 'file_too_large' | 'file_not_text'>
  subject: string
}

/** Looks up texts and files. A text in which an account was found is then removed from the field. */
export function useEnteredText(field: RefObject<HTMLTextAreaElement | null>) {
  const { actions } = useView()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isReading, setIsReading] = useState(false)
  const latest = useRef<unknown>(null)

  const lookUp = async (text: string, file?: DecodedText): Promise<void> => {
    if (text.trim() === '') return field.current?.focus()
    const steps = readPasted(text, { isFile: file !== undefined })
    const entered = field.current?.value
    latest.current = steps
    setIsReading(true)
    const pasted = await finishInSlices(steps)
    // Another text was entered while a long text was read.
    if (latest.current !== steps) return
    actions.lookUp({ ...pasted, spelling: file ? spellingOf(file) : null })
    setIsReading(false)
    const isAccount = pasted.accounts.length > 0
    setRefusal(isAccount ? null : { code: 'nothing_understood', subject: '' })
    if (isAccount && field.current && field.current.value === entered) field.current.value = ''
  }
  const lookUpFile = async (file: File): Promise<void> => {
    latest.current = file
    const read = await readTextFile(file, navigator.language)
    // Another text was entered while a large file was read.
    if (latest.current !== file) return
    // Reset here too: when a file replaces an earlier text, the reading of that text ends without resetting it.
    setIsReading(false)
    if ('text' in read) await lookUp(read.text, read)
    else setRefusal({ code: read.problem, subject: file.name })
  }
  return { lookUp, lookUpFile, refusal, isReading }
}
