import type { ComparisonAnswer } from '../../../src/model/comparison.ts'
import type { Address } from '../../address.ts'
import type { Loadable } from '../../state/loadable.ts'
import { PartView } from '../part-view.tsx'
import { ComparedAccounts } from './compared-accounts.tsx'
import { CompareForm } from './compare-form.tsx'
import { Friendship } from './friendship.tsx'

interface CompareViewProps {
  address: Address
  comparison: Loadable<ComparisonAnswer>
}

/** An account beside another one, and the friends that they share. */
export function CompareView({ address, comparison }: CompareViewProps) {
  const { other } = address
  return (
    <div class="compare">
      <CompareForm address={address} />
      {other !== null && (
        <PartView name="comparison" part={comparison} subject={other}>
          {(answer) => (
            <>
              <ComparedAccounts accounts={answer.accounts} other={other} />
              <Friendship comparison={answer} />
            </>
          )}
        </PartView>
      )}
    </div>
  )
}
