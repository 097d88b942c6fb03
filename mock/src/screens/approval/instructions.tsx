import type { AccountRole, InstructionSummary } from '../../explain/chain.js';
import { formatCount, formatHex } from '../../explain/text.js';
import { Address, Details, Facts, Label, Quiet, Text, TextBox } from '../parts.js';
import type { Accounts } from './view.js';

/** What a list of instructions needs to name and mark the accounts in it. */
type Context = Readonly<{ accounts: Accounts; roles: readonly AccountRole[] }>;

/** Lists what each instruction does in words. Its accounts and data are in details, closed at first. */
export function Instructions({
  instructions,
  ...context
}: Context & Readonly<{ instructions: readonly InstructionSummary[] }>) {
  if (instructions.length === 0) return <Quiet>None.</Quiet>;
  return (
    <ol class="instructions">
      {instructions.map((instruction, index) => (
        <Instruction key={index} instruction={instruction} {...context} />
      ))}
    </ol>
  );
}

/** Lists whole addresses. Those that sign and those that may change are marked. */
export function RoleList({
  addresses,
  accounts,
  roles,
}: Context & Readonly<{ addresses: readonly string[] }>) {
  return (
    <ol class="full-addresses">
      {addresses.map((address, index) => {
        const role = roles.find((each) => each.address === address);
        return (
          <li key={index}>
            <FullAddress address={address} accounts={accounts} />{' '}
            {role?.isSigner && <span class="tag mark">signs</span>}{' '}
            {role?.isWritable && <span class="tag mark">may change</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** Returns what an instruction does in words. For an unknown one, the text is its data in hexadecimal. */
export function getInstructionText({ text }: InstructionSummary): string | undefined {
  return text?.startsWith('0x') ? undefined : text;
}

function Instruction({ instruction, ...context }: Context & Readonly<{ instruction: InstructionSummary }>) {
  const { program, programName, accounts: used, data, fields = [], inner = [] } = instruction;
  const text = getInstructionText(instruction);
  return (
    <li>
      <p class="instruction-text">{text === undefined ? 'Unknown instruction' : <Text>{text}</Text>}</p>
      <Quiet>
        {programName === undefined ? (
          <>
            Unknown program <Address address={program} accounts={context.accounts} />
          </>
        ) : (
          <Text>{`${programName} program`}</Text>
        )}
      </Quiet>
      {fields.length > 0 && (
        <Facts facts={fields.map(([name, value]) => [<Text>{name}</Text>, <Text>{value}</Text>])} />
      )}
      <Details summary="Accounts and data">
        <Facts facts={[['Program', <FullAddress address={program} accounts={context.accounts} />]]} />
        <h4>{formatCount(used.length, 'account')}</h4>
        <RoleList addresses={used} {...context} />
        <h4>{formatCount(data.length, 'byte')} of data</h4>
        {data.length > 0 && <TextBox label="Data">{formatHex(data)}</TextBox>}
      </Details>
      {inner.length > 0 && (
        <Details summary={`Makes ${formatCount(inner.length, 'call')}`}>
          <Instructions instructions={inner} {...context} />
        </Details>
      )}
    </li>
  );
}

function FullAddress({ address, accounts }: Readonly<{ address: string; accounts: Accounts }>) {
  const label = accounts.find((account) => account.address === address)?.label;
  return (
    <span class="full-address">
      <code>
        <Text>{address}</Text>
      </code>{' '}
      {label !== undefined && <Label>{label}</Label>}
    </span>
  );
}
