import { RuleTester } from 'eslint'
import { describe, it } from 'vitest'
import rule from './import-directions.js'

RuleTester.describe = describe
RuleTester.it = it

const at = (file, code) => ({ filename: `/console/src/${file}`, code })
const refused = (file, code, reason) => ({ ...at(file, code), errors: [{ message: `${reason}.` }] })

new RuleTester().run('import-directions', rule, {
  valid: [
    at('ui/Button.tsx', "import { Icon } from './Icon'"),
    at('ui/Button.tsx', "import { Button } from 'react-aria-components'"),
    at('api/client.ts', "import { i18n } from '../i18n/i18n'"),
    at('session/session.ts', "import { client } from '../api/client'"),
    at('pages/dashboard/Page.tsx', "import { openModifyAccess } from '../../overlays/modify-access/open'"),
    at('overlays/modify-lock/tabs/Users.tsx', "import { openModifyAccess } from '../../modify-access/open'"),
    at('overlays/modify-lock/tabs/Users.tsx', "import { rows } from '../rows'"),
    at('overlays/modify-lock/open.ts', "const load = () => import('./Overlay')"),
    at('overlays/modify-lock/open.ts', "import { overlay } from '../registry'"),
    at('overlays/modify-lock/Overlay.tsx', "import { AccessLog } from '../tabs/AccessLog'"),
    at('overlays/modify-lock/tabs/General.tsx', "import { Frame } from '../../frame/Frame'"),
    at('overlays/OverlayHost.tsx', "import { OverlayPlace } from './frame/place'"),
    at('overlays/tabs/Users.tsx', "import { openModifyAccess } from '../modify-access/open'"),
    at('app/router.tsx', "import Page from '../pages/login/Page'"),
    at('api-reference/main.tsx', "import { loadDocument } from '../api/document'"),
    at('model/domain.test.ts', "import { domainOf } from '../testing/example'"),
    at('overlays/guests/testing.tsx', "import { domainOf } from '../../testing/example'"),
    at('overlays/guests/ChosenLocks.test.tsx', "import { open } from './testing'"),
  ],
  invalid: [
    refused('ui/Button.tsx', "import { client } from '../api/client'", 'ui may not import from api'),
    refused('ui/Button.tsx', "import { grid } from '../model/grid'", 'ui may not import from model'),
    refused('ui/Button.tsx', "import { useSession } from '../session/session'", 'ui may not import from session'),
    refused('model/access.ts', "import { i18n } from '../i18n/i18n'", 'model may not import from i18n'),
    refused('api/client.ts', "import { local } from '../session/storage'", 'api may not import from session'),
    refused('model/access.ts', "import { user } from '../testing/example'", 'what tests share is for tests alone'),
    refused(
      'overlays/guests/ChosenLocks.tsx',
      "import { open } from './testing'",
      'what tests share is for tests alone',
    ),
    refused(
      'session/session.ts',
      "export { overlay } from '../overlays/registry'",
      'session may not import from overlays',
    ),
    refused(
      'overlays/modify-lock/Overlay.tsx',
      "import '../../pages/login/Page'",
      'overlays may not import from pages',
    ),
    refused('pages/login/Page.tsx', "const load = () => import('../../app/Shell')", 'pages may not import from app'),
    refused('api-reference/main.tsx', "import { i18n } from '../i18n/i18n'", 'api-reference may not import from i18n'),
    refused(
      'app/main.tsx',
      "import { Method } from '../api-reference/Method'",
      'app may not import from api-reference',
    ),
    refused('pages/login/Page.tsx', "export * from '../../app/Shell'", 'pages may not import from app'),
    refused(
      'overlays/modify-lock/Overlay.tsx',
      "import Overlay from '../modify-access/Overlay'",
      'of the overlay modify-access only its open.ts may be imported',
    ),
    refused(
      'overlays/tabs/Users.tsx',
      "import styles from '../modify-lock/Overlay.module.css'",
      'of the overlay modify-lock only its open.ts may be imported',
    ),
    refused(
      'pages/dashboard/Page.tsx',
      "import { AccessLog } from '../../overlays/tabs/AccessLog'",
      'overlays/tabs is for overlays only',
    ),
    refused(
      'pages/dashboard/Page.tsx',
      "import { Week } from '../../overlays/modify-access/tabs/Week'",
      'of the overlay modify-access only its open.ts may be imported',
    ),
  ],
})
