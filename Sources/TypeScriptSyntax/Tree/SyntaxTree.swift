public import Diagnostics

/// What a file declares, in source order; functions, classes and statements are passed over.
public struct SyntaxTree: Sendable {
  /// The file.
  public let file: SourceFile
  /// Its declarations.
  public let statements: [StatementSyntax]
  /// Whether part of the text could not be read; findings say where.
  public let hasErrors: Bool
}

/// A declaration at the top of a file or namespace.
public struct StatementSyntax: Sendable {
  /// The forms of declarations.
  public enum Kind: Sendable {
    /// `interface A<T> extends B { … }`, and `class A<T> extends B { … }` as a type.
    case interface(InterfaceSyntax)
    /// `type A<T> = …`.
    case alias(TypeAliasSyntax)
    /// `enum A { … }`.
    case enumeration(EnumSyntax)
    /// `const A = …`, one entry for each name.
    case constants([ConstantSyntax])
    /// `namespace A.B { … }`, `declare module "x" { … }`, `declare global { … }`.
    case namespace(NamespaceSyntax)
    /// `import …`.
    case importing(ImportSyntax)
    /// `export { … }`, `export * …`, `export default name`.
    case exporting(ExportSyntax)
    /// A function, class or variable, which has a name that types may mention.
    case passedOver(PassedOverSyntax)
  }
  /// Its form.
  public let kind: Kind
  /// Whether `export` precedes.
  public let isExported: Bool
  /// Whether `default` follows `export`.
  public let isDefault: Bool
  /// The doc comment before it.
  public let documentation: DocComment?
  /// The whole declaration.
  public let span: SourceSpan
}

/// An interface, or a class as the type that its name is.
public struct InterfaceSyntax: Hashable, Sendable {
  /// What a class is for.
  public enum ClassKind: Hashable, Sendable {
    /// It holds fields and accessors alone.
    case data
    /// It has methods, or takes in more than it keeps.
    case behavior
  }
  /// Its name.
  public let name: Identifier
  /// Its type parameters.
  public let parameters: [TypeParameterSyntax]
  /// What it extends.
  public let bases: [TypeSyntax]
  /// Its members; of a class the public ones without methods.
  public let members: [TypeMemberSyntax]
  /// nil for an interface.
  public var classKind: ClassKind?
}

/// A type alias.
public struct TypeAliasSyntax: Hashable, Sendable {
  /// Its name.
  public let name: Identifier
  /// Its type parameters.
  public let parameters: [TypeParameterSyntax]
  /// What it stands for.
  public let type: TypeSyntax
}

/// An enum.
public struct EnumSyntax: Hashable, Sendable {
  /// A member of an enum.
  public struct Member: Hashable, Sendable {
    /// Its name.
    public let name: Identifier
    /// Its value; nil when it counts on from the member before.
    public let value: ExpressionSyntax?
    /// The doc comment before it.
    public let documentation: DocComment?
  }
  /// Its name.
  public let name: Identifier
  /// Its members.
  public let members: [Member]
}

/// A constant.
public struct ConstantSyntax: Hashable, Sendable {
  /// Its name.
  public let name: Identifier
  /// Its declared type.
  public let type: TypeSyntax?
  /// Its value; nil for an ambient declaration.
  public let value: ExpressionSyntax?
}

/// A namespace or module block.
public struct NamespaceSyntax: Sendable {
  /// What kind of block it is.
  public enum Kind: Hashable, Sendable {
    /// `namespace A.B`.
    case namespace
    /// `declare module "x"`.
    case module
    /// `declare global`.
    case global
  }
  /// What kind of block it is.
  public let kind: Kind
  /// The dotted name, or the module's.
  public let name: [Identifier]
  /// What it declares.
  public let statements: [StatementSyntax]
}

/// A name that an import or export clause carries over.
public struct CarriedName: Hashable, Sendable {
  /// The name where it comes from; `default` for the default export, `*` for everything.
  public let source: Identifier
  /// The name that it has afterwards.
  public let name: Identifier
}

/// An import.
public struct ImportSyntax: Hashable, Sendable {
  /// The names that it brings; none for `import "x"`.
  public let names: [CarriedName]
  /// The module; nil for `import A = B.C`.
  public let module: Identifier?
  /// The dotted name of `import A = B.C`.
  public let alias: [Identifier]
}

/// An export clause.
public struct ExportSyntax: Hashable, Sendable {
  /// The names that it carries over; none for `export *`.
  public let names: [CarriedName]
  /// Whether it is `export * from`.
  public let isStar: Bool
  /// The module that the names come from; nil for this one.
  public let module: Identifier?
}

/// A declaration that has no meaning for a contract.
public struct PassedOverSyntax: Hashable, Sendable {
  /// `function`, `class`, `let` or `var`.
  public let keyword: String
  /// Its name.
  public let name: Identifier
  /// Creates one.
  public init(keyword: String, name: Identifier) {
    self.keyword = keyword
    self.name = name
  }
}
