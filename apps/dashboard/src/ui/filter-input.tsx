import { useState } from 'react';
import { TextInput } from '@mantine/core';
import type { TextInputProps } from '@mantine/core';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onFocus' | 'onBlur'> {
  /** The value in the address. */
  value: string;
  change: (value: string) => void;
}

/** A text filter. The address follows a moment later, so the typed text is kept here until then. */
export function FilterInput({ value, change, ...props }: Props) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      {...props}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? value}
      onFocus={() => setTyped(value)}
      onBlur={() => setTyped(undefined)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        change(event.currentTarget.value);
      }}
    />
  );
}
