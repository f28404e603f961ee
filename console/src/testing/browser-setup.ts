import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import './without-owner-stacks'
import '../ui/base.css'
import { startI18n } from '../i18n/i18n'
import { closeAll } from '../overlays/registry'

await startI18n()

// Each test begins in the same window, whatever the one before it made of it, of whichever file it was: they share a frame.
beforeEach(async () => {
  closeAll()
  await cleanup()
  await page.viewport(1200, 800)
})
