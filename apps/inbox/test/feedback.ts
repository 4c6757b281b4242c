/** A feedback document with these people, each as elements and their content. */
export const feedbackOf = (people: readonly Record<string, string>[], encoding = 'UTF-8'): Buffer => {
  const persons = people.map((person) => {
    const elements = Object.entries(person).map(([name, text]) => `<${name}>${text}</${name}>`);
    return `<interessent>${elements.join('')}</interessent>`;
  });
  return Buffer.from(
    `<?xml version="1.0" encoding="${encoding}"?>\n<openimmo_feedback><version>1.2.7</version><objekt><oobj_id>P-77</oobj_id>${persons.join('')}</objekt></openimmo_feedback>`,
  );
};
