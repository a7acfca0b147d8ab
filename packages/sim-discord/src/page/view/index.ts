/*
 * For a page of one's own with a panel beside the channels: its entry file calls `startPage`. What the panel shows is `page.panel` of
 * `useApp`, and `actions.ask` sends its requests.
 */
export { useApp } from './app/app-context.ts'
export { LanguageField } from './app/language-field.tsx'
export { ProblemText } from './app/problem-text.tsx'
export { startPage } from './start-page.tsx'
