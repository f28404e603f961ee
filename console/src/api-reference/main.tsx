import '@fontsource-variable/inter/wght.css'
import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { loadConfig } from '../api/config'
import { loadDocument } from '../api/document'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { Reference } from './Reference'

const root = createRoot(document.getElementById('root') as HTMLElement)

async function start(): Promise<void> {
  try {
    const [{ product_name }, api] = await Promise.all([loadConfig(), loadDocument()])
    root.render(<Reference document={api} product={product_name} />)
  } catch (failure) {
    console.warn('the document could not be read', failure)
    root.render(<Unreachable />)
  }
}

function Unreachable() {
  return (
    <main>
      <EmptyState
        icon="warning"
        level={1}
        title="The server cannot be reached"
        actions={<Button onPress={() => void start()}>Try again</Button>}
      >
        Its document could not be read.
      </EmptyState>
    </main>
  )
}

void start()
