import type { OverlayProps } from '../registry'

export default function CreateUsers(_props: OverlayProps) {
  return null
}
