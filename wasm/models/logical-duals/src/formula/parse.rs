//! From text to a formula, by recursive descent.

use super::{Formula, FormulaError, MAX_LENGTH, MAX_QUANTIFIERS};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Name(String),
    Open,
    Close,
    Comma,
    Colon,
    Not,
    And,
    Or,
    Implies,
    All,
    Some,
}

pub(super) fn parse(text: &str) -> Result<Formula, FormulaError> {
    let length = text.chars().count();
    if length > MAX_LENGTH {
        return Err(FormulaError::TooLong(length));
    }
    let mut parser = Parser { tokens: tokens(text)?, next: 0, bound: Vec::new(), arities: Vec::new() };
    let formula = parser.implication()?;
    match parser.tokens.get(parser.next) {
        None => Ok(formula),
        Some(_) => Err(parser.expected("\"and\", \"or\" or the end")),
    }
}

/// The tokens, each with its place and its text.
fn tokens(text: &str) -> Result<Vec<(Token, usize, String)>, FormulaError> {
    let characters: Vec<char> = text.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&character) = characters.get(at) {
        let from = at;
        at += 1;
        if character.is_ascii_whitespace() {
            continue;
        }
        let token = match character {
            '(' => Token::Open,
            ')' => Token::Close,
            ',' => Token::Comma,
            ':' | '.' => Token::Colon,
            '!' | '¬' | '~' => Token::Not,
            '&' | '∧' => Token::And,
            '|' | '∨' => Token::Or,
            '→' => Token::Implies,
            '∀' => Token::All,
            '∃' => Token::Some,
            '-' if characters.get(at) == Some(&'>') => {
                at += 1;
                Token::Implies
            }
            _ if character.is_ascii_alphabetic() => {
                while characters.get(at).is_some_and(|next| next.is_ascii_alphanumeric() || *next == '_') {
                    at += 1;
                }
                let name: String = characters[from..at].iter().collect();
                match name.as_str() {
                    "not" => Token::Not,
                    "and" => Token::And,
                    "or" => Token::Or,
                    "all" => Token::All,
                    "some" | "exists" => Token::Some,
                    _ => Token::Name(name),
                }
            }
            _ => {
                let expected = "a name, a bracket or a connective";
                return Err(FormulaError::Expected { expected, found: Some(character.into()), place: from + 1 });
            }
        };
        // && and || are what programs write.
        if matches!(character, '&' | '|') && characters.get(at) == Some(&character) {
            at += 1;
        }
        tokens.push((token, from + 1, characters[from..at].iter().collect()));
    }
    Ok(tokens)
}

struct Parser {
    tokens: Vec<(Token, usize, String)>,
    next: usize,
    /// The variables of the quantifiers around, the innermost last.
    bound: Vec<String>,
    arities: Vec<(String, usize)>,
}

impl Parser {
    fn expected(&self, expected: &'static str) -> FormulaError {
        let (found, place) = match self.tokens.get(self.next) {
            Some((_, place, text)) => (Some(text.clone()), *place),
            None => (None, 0),
        };
        FormulaError::Expected { expected, found, place }
    }

    fn takes(&mut self, token: &Token) -> bool {
        let is_next = self.tokens.get(self.next).is_some_and(|(next, ..)| next == token);
        self.next += usize::from(is_next);
        is_next
    }

    fn name(&mut self, expected: &'static str) -> Result<String, FormulaError> {
        match self.tokens.get(self.next) {
            Some((Token::Name(name), ..)) if !matches!(name.as_str(), "true" | "false") => {
                self.next += 1;
                Ok(name.clone())
            }
            _ => Err(self.expected(expected)),
        }
    }

    fn implication(&mut self) -> Result<Formula, FormulaError> {
        let one = self.chain(Self::conjunction, &Token::Or, Formula::Or)?;
        if !self.takes(&Token::Implies) {
            return Ok(one);
        }
        let other = self.implication()?;
        Ok(Formula::Or(Box::new(Formula::Not(Box::new(one))), Box::new(other)))
    }

    fn conjunction(&mut self) -> Result<Formula, FormulaError> {
        self.chain(Self::unary, &Token::And, Formula::And)
    }

    fn chain(
        &mut self,
        operand: fn(&mut Self) -> Result<Formula, FormulaError>,
        connective: &Token,
        joined: fn(Box<Formula>, Box<Formula>) -> Formula,
    ) -> Result<Formula, FormulaError> {
        let mut formula = operand(self)?;
        while self.takes(connective) {
            formula = joined(Box::new(formula), Box::new(operand(self)?));
        }
        Ok(formula)
    }

    fn unary(&mut self) -> Result<Formula, FormulaError> {
        if self.takes(&Token::Not) {
            return Ok(Formula::Not(Box::new(self.unary()?)));
        }
        if self.takes(&Token::All) {
            return self.quantified(Formula::All);
        }
        if self.takes(&Token::Some) {
            return self.quantified(Formula::Some);
        }
        let opens = self.tokens.get(self.next).map_or(0, |(_, place, _)| *place);
        if self.takes(&Token::Open) {
            let inner = self.implication()?;
            return match self.tokens.get(self.next) {
                None => Err(FormulaError::Unclosed { place: opens }),
                Some((Token::Close, ..)) => {
                    self.next += 1;
                    Ok(inner)
                }
                Some(_) => Err(self.expected("\"and\", \"or\" or a )")),
            };
        }
        self.atom()
    }

    fn quantified(&mut self, of: fn(String, Box<Formula>) -> Formula) -> Result<Formula, FormulaError> {
        let variable = self.name("the name of a variable")?;
        if self.bound.len() >= MAX_QUANTIFIERS as usize {
            return Err(FormulaError::TooDeep);
        }
        // "all x: P(x)", and "all x P(x)" as in books.
        self.takes(&Token::Colon);
        self.bound.push(variable.clone());
        let inner = self.implication()?;
        self.bound.pop();
        Ok(of(variable, Box::new(inner)))
    }

    fn atom(&mut self) -> Result<Formula, FormulaError> {
        if let Some((Token::Name(name), ..)) = self.tokens.get(self.next)
            && let Some(value) = [false, true].into_iter().find(|value| *name == value.to_string())
        {
            self.next += 1;
            return Ok(Formula::Constant(value));
        }
        let name = self.name("a proposition, a predicate, \"not\" or a bracket")?;
        let mut variables = Vec::new();
        let opens = self.tokens.get(self.next).map_or(0, |(_, place, _)| *place);
        if self.takes(&Token::Open) {
            loop {
                let variable = self.name("the name of a variable")?;
                if !self.bound.contains(&variable) {
                    return Err(FormulaError::Unbound(variable));
                }
                variables.push(variable);
                if self.takes(&Token::Close) {
                    break;
                }
                if self.next == self.tokens.len() {
                    return Err(FormulaError::Unclosed { place: opens });
                }
                if !self.takes(&Token::Comma) {
                    return Err(self.expected("a comma or a )"));
                }
            }
        } else if self.bound.contains(&name) {
            return Err(FormulaError::Alone(name));
        }
        match self.arities.iter().find(|(known, _)| *known == name) {
            Some((_, arity)) if *arity != variables.len() => return Err(FormulaError::Arity(name)),
            Some(_) => {}
            None => self.arities.push((name.clone(), variables.len())),
        }
        Ok(Formula::Atom { name, variables })
    }
}
