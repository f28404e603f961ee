import '../ui/base.css'
import { startI18n } from '../i18n/i18n'

await startI18n()
