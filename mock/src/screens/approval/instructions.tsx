import { useContext } from 'preact/hooks';
import type { AccountRole, InstructionSummary } from '../../explain/chain.js';
import { formatCount, formatHex } from '../../explain/text.js';
import { Details, Facts, Label, Quiet, Text, TextBox } from '../parts.js';
import { OwnAccounts, ShortAddress } from './view.js';

/** What the transaction may do with its accounts. */
type Roles = Readonly<{ roles: readonly AccountRole[] }>;

/** Lists what each instruction does in words. Its accounts and data are in details, closed at first. */
export function Instructions({
  instructions,
  roles,
}: Roles & Readonly<{ instructions: readonly InstructionSummary[] }>) {
  if (instructions.length === 0) return <Quiet>None.</Quiet>;
  return (
    <ol class="instructions">
      {instructions.map((instruction, index) => (
        <Instruction key={index} {...instruction} roles={roles} />
      ))}
    </ol>
  );
}

/** Lists whole addresses. Those that sign and those that may change are marked. */
export function RoleList({ addresses, roles }: Roles & Readonly<{ addresses: readonly string[] }>) {
  return (
    <ol class="full-addresses">
      {addresses.map((address, index) => {
        const role = roles.find((each) => each.address === address);
        return (
          <li key={index}>
            <FullAddress address={address} /> {role?.isSigner && <span class="tag mark">signs</span>}{' '}
            {role?.isWritable && <span class="tag mark">may change</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** Returns what an instruction does in words. For an unknown one, the text is its data in hexadecimal. */
export function getInstructionText({ text }: InstructionSummary): string {
  return text === undefined || text.startsWith('0x') ? 'Unknown instruction' : text;
}

function Instruction({ roles, ...instruction }: Roles & InstructionSummary) {
  const { program, programName, accounts, data, fields = [], inner = [] } = instruction;
  return (
    <li>
      <p class="instruction-text">
        <Text>{getInstructionText(instruction)}</Text>
      </p>
      <Quiet>
        {programName === undefined ? (
          <>
            Unknown program <ShortAddress address={program} />
          </>
        ) : (
          <Text>{`${programName} program`}</Text>
        )}
      </Quiet>
      {fields.length > 0 && (
        <Facts facts={fields.map(([name, value]) => [<Text>{name}</Text>, <Text>{value}</Text>])} />
      )}
      <Details summary="Accounts and data">
        <Facts facts={[['Program', <FullAddress address={program} />]]} />
        <h4>{formatCount(accounts.length, 'account')}</h4>
        <RoleList addresses={accounts} roles={roles} />
        <h4>{formatCount(data.length, 'byte')} of data</h4>
        {data.length > 0 && <TextBox label="Data">{formatHex(data)}</TextBox>}
      </Details>
      {inner.length > 0 && (
        <Details summary={`Makes ${formatCount(inner.length, 'call')}`}>
          <Instructions instructions={inner} roles={roles} />
        </Details>
      )}
    </li>
  );
}

function FullAddress({ address }: Readonly<{ address: string }>) {
  const label = useContext(OwnAccounts).find((account) => account.address === address)?.label;
  return (
    <span class="full-address">
      <code>
        <Text>{address}</Text>
      </code>{' '}
      {label !== undefined && <Label>{label}</Label>}
    </span>
  );
}
