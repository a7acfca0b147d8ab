import { render } from 'preact'

const root = document.getElementById('page')
if (root) render(<h1>Rapsheet</h1>, root)
