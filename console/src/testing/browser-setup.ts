import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import './without-owner-stacks'
import '../ui/base.css'
import { startI18n } from '../i18n/i18n'

await startI18n()

// Each test begins in the same window, whatever the one before it made of it.
beforeEach(() => page.viewport(1200, 800))
